/** Main, preload and page are fully bundled: electron-builder has no package to install, rebuild or include. */
export default function beforeBuild() {
  return false
}

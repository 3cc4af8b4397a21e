/** Main, preload and page are bundled whole: electron-builder has no package to install, rebuild or bring along. */
export default function beforeBuild() {
  return false
}

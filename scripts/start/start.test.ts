import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isDebianLike, thisSystem } from '../debian-packages.ts'
import { fakeStart, writeProgram } from './fake-electron.ts'

/*
 * npm start against programs that stand for Electron's runtime. `--host-chromium` names a Chromium that is not there, so
 * that nothing depends on this machine's.
 */
const noChromium = '--host-chromium=/nowhere/chromium'
const sandboxFatal = `[1:FATAL:content/browser/zygote_host/zygote_host_impl_linux.cc:215] The SUID sandbox helper binary was found, but is not configured correctly. Rather than run without sandboxing I'm aborting now.
#0 0x55d0c0ffee00 (/electron+0x1234)`

/** What stands for Electron here is a script of a shell. */
describe.skipIf(process.platform === 'win32')('npm start, where Electron', () => {
  it('lacks a library, names it and what installs it', async () => {
    const start = fakeStart(
      `console.error('electron: error while loading shared libraries: libnss3.so: cannot open shared object file')
      process.exit(127)`,
    )
    const { code, said } = await start.run(noChromium).ended()
    expect(said).toContain('loading shared libraries: libnss3.so')
    expect(said).toContain('Electron needs a library, which this system lacks.')
    if (isDebianLike(thisSystem())) expect(said).toMatch(/apt-get install -y .*libnss3/)
    else expect(said).not.toContain('apt-get')
    expect(code).toBe(1)
  })

  it.skipIf(process.platform !== 'linux')(
    'would lack a library, asks ldd before it is started, and installs it as root',
    async () => {
      const start = fakeStart(`note('started')`)
      const tools = join(start.folder, 'tools')
      writeProgram(
        join(tools, 'ldd'),
        `printf '\\tlibgbm.so.1 => not found\\n\\tlibc.so.6 => /lib/libc.so.6\\n'`,
      )
      writeProgram(join(tools, 'ldconfig'), `echo 'libgtk-3.so.0 (libc6) => /lib/libgtk-3.so.0'`)
      const { code, said } = await start.run(noChromium).ended()
      expect(said).toContain('Electron needs libgbm.so.1, which this system lacks.')
      expect(start.note()).toBeNull()
      expect(code).toBe(1)
      if (thisSystem().isRoot && isDebianLike(thisSystem())) {
        expect(readFileSync(join(start.folder, 'apt-get.txt'), 'utf8')).toContain('update')
      }
    },
  )

  it('cannot make its sandbox, names both ways and never leaves the sandbox out by itself', async () => {
    const start = fakeStart(
      `note(args.join(' ')); process.stderr.write(${JSON.stringify(sandboxFatal)}, () => dieBy('SIGTRAP'))`,
    )
    const { code, said } = await start.run(noChromium).ended()
    expect(said).toContain('Electron cannot make the sandbox')
    expect(said).toContain('Without it, at once: npm start -- --no-sandbox')
    // Its last words are shown, without the addresses of its stack.
    expect(said).toContain('zygote_host_impl_linux.cc')
    expect(said).not.toContain('0x55d0c0ffee00')
    expect(code).toBe(1)
    const asRoot = process.platform === 'linux' && process.getuid?.() === 0
    expect(start.note()?.includes('--no-sandbox')).toBe(asRoot)
  })

  it('does not work, goes on in the stand-in where that can be had', async () => {
    const start = fakeStart(`process.stderr.write(${JSON.stringify(sandboxFatal)}, () => dieBy('SIGABRT'))`)
    const chromium = join(start.folder, 'chromium')
    writeProgram(chromium, 'exit 1')
    const run = start.run(`--host-chromium=${chromium}`)
    await run.says('Opening the same application in Chromium instead.')
    run.process.kill('SIGTERM')
    expect((await run.ended()).said).toMatch(/zygote_host_impl_linux\.cc[^]*Electron cannot make the sandbox/)
  })

  it.each([
    [
      `log('window-shown'); log('preload-failed', { class: 'TypeError' })`,
      /the preload .* \(preload-failed TypeError\)/,
    ],
    [
      `log('window-shown'); log('page-not-loaded', { reason: 'ERR_FAILED', code: -2 })`,
      /\(page-not-loaded ERR_FAILED -2\)/,
    ],
    [`log('window-shown')`, /its page has not answered in 2 seconds/],
    ['', /has shown no window in 2 seconds/],
  ])(
    'does not get to a page that answers (%s), is ended, then the stand-in opens on data of its own',
    async (part, words) => {
      const start =
        fakeStart(`process.on('SIGTERM', () => setTimeout(() => { note('ended'); process.exit(0) }, 300))
        setInterval(() => undefined, 1000)
        ${part}`)
      const chromium = join(start.folder, 'chromium')
      writeProgram(
        chromium,
        `cat ${JSON.stringify(join(start.folder, 'note'))} > ${JSON.stringify(join(start.folder, 'before'))}; exit 1`,
      )
      const run = start.run(`--host-chromium=${chromium}`, '--wait-for-window=2')
      await run.says('Opening the same application in Chromium instead.')
      expect(start.note()).toBe('ended')
      const { said } = await run.ended()
      expect(said).toMatch(words)
      // What was there is Electron's: the stand-in made a folder inside for itself.
      expect(existsSync(join(start.dataFolder, 'chromium/instance.lock'))).toBe(true)
    },
  )

  it('opens, says so in a line, and where its data is', async () => {
    const start = fakeStart(`open(); setTimeout(() => process.exit(0), 600)`)
    const { code, said } = await start.run(noChromium).ended()
    expect(said).toMatch(
      /^Claims Desk is open \(Electron \d+\.\d+\.\d+(, as root, without its sandbox)?\)\.\n/,
    )
    expect(said).toContain(`Data folder: ${start.dataFolder}\n`)
    expect(code).toBe(0)
  })

  it('asks to be started again, is started again with its window', async () => {
    const start = fakeStart(`import { existsSync } from 'node:fs'
      const isSecond = existsSync(process.env.FAKE_NOTE)
      note(process.env.CLAIMS_DESK_STARTER + ' ' + args.includes('--background'))
      log('started'); open()
      if (!isSecond) log('starts-again')
      setTimeout(() => process.exit(0), 600)`)
    const { code, said } = await start.run(noChromium, '--background').ended()
    expect(said.match(/Claims Desk is open/g)).toHaveLength(2)
    expect(start.note()).toBe('npm false')
    expect(code).toBe(0)
  })
  it('was about to start again when Ctrl-C came, stays ended', async () => {
    const start = fakeStart(`open()
      process.on('SIGTERM', () => { log('starts-again'); process.exit(0) })
      setInterval(() => undefined, 1000)`)
    const running = start.run(noChromium)
    await running.says('Claims Desk is open')
    running.process.kill('SIGINT')
    const { code, said } = await running.ended()
    expect(said.match(/Claims Desk is open/g)).toHaveLength(1)
    expect(code).toBe(0)
  })

  it('does not work though it alone was asked for, ends and names the stand-in', async () => {
    const start = fakeStart(`dieBy('SIGABRT')`)
    const chromium = join(start.folder, 'chromium')
    writeProgram(chromium, 'exit 1')
    const { code, said } = await start.run('--host=electron', `--host-chromium=${chromium}`).ended()
    expect(said).toContain('Electron crashed before its window was shown (SIGABRT).')
    expect(said).toContain('npm start -- --host=chromium')
    expect(said).not.toContain('instead')
    expect(code).toBe(1)
  })

  it.each([
    ['SIGSEGV', 'Electron crashed before its window was shown (SIGSEGV).', 1],
    ['SIGKILL', 'Claims Desk ended before its window was shown (SIGKILL)', 137],
    ['SIGTERM', 'Claims Desk ended before its window was shown (SIGTERM)', 143],
  ])('dies by %s, says so', async (signal, words, exitCode) => {
    const { code, said } = await fakeStart(`dieBy('${signal}')`).run(noChromium).ended()
    expect(said).toContain(words)
    expect(code).toBe(exitCode)
  })

  it.each([
    ["console.error('Error: the application'); process.exit(3)", 3],
    ['process.exit(0)', 1],
  ])(
    'ends by itself without a window (%s), shows what it said and starts nothing else',
    async (part, exitCode) => {
      const start = fakeStart(part)
      const { code, said } = await start.run(`--host-chromium=${process.execPath}`).ended()
      expect(said).toContain('Claims Desk ended before its window was shown')
      expect(said).toContain(start.dataFolder)
      if (exitCode === 3) expect(said).toContain('  Error: the application')
      expect(said).not.toContain('instead')
      expect(code).toBe(exitCode)
    },
  )

  it('runs without ever showing a window, says so in time and lets itself be ended', async () => {
    const start = fakeStart(`process.on('SIGTERM', () => { note('asked'); process.exit(0) })
      console.log('It listens.')
      setInterval(() => undefined, 1000)`)
    const run = start.run(noChromium, '--wait-for-window=0.2')
    await run.says('Electron runs, but Claims Desk has shown no window in 0.2 seconds.')
    await run.says('It listens.')
    run.process.kill('SIGINT')
    expect((await run.ended()).code).toBe(0)
    expect(start.note()).toBe('asked')
  })

  it('comes slowly, is waited for', async () => {
    const start = fakeStart(`const again = () => { open(); setTimeout(() => process.exit(0), 600) }
      setTimeout(again, 1000)`)
    const { code, said } = await start.run(noChromium, '--wait-for-window=0.2').ended()
    expect(said).toMatch(/has shown no window in 0\.2 seconds[^]*Claims Desk is open/)
    expect(code).toBe(0)
  })

  it('shows its window, hides Chromium’s output unless it crashes later', async () => {
    const well = fakeStart(`open(); console.error('chatter'); setTimeout(() => process.exit(0), 300)`)
    const good = await well.run(noChromium).ended()
    expect(good.said).not.toMatch(/chatter|window/)
    expect(good.code).toBe(0)
    const crash = `open(); process.stderr.write('last word\\n', () => dieBy('SIGSEGV'))`
    const bad = await fakeStart(crash).run(noChromium).ended()
    expect(bad.said).toMatch(/last word[^]*Claims Desk was ended by SIGSEGV/)
    expect(bad.code).toBe(139)
  })

  it('ignores the window of an earlier start', async () => {
    const start = fakeStart(`open(); setTimeout(() => process.exit(0), 300)`)
    expect((await start.run(noChromium).ended()).code).toBe(0)
    const second = fakeStart(`process.exit(5)`)
    const { said } = await second.run(noChromium, `--data-dir=${start.dataFolder}`).ended()
    expect(said).toContain('Claims Desk ended before its window was shown (exit code 5).')
  })

  it('hands over to the one that runs, lets its line through and ends well', async () => {
    const start = fakeStart(`log('second-start'); console.log('It is running already.')`)
    const { code, said } = await start.run(noChromium).ended()
    expect(said.trimEnd().endsWith('It is running already.')).toBe(true)
    expect(code).toBe(0)
  })

  it('starts in the tray, is not expected to show a window', async () => {
    const start = fakeStart(`log('started'); setTimeout(() => process.exit(0), 600)`)
    const { code, said } = await start.run(noChromium, '--background', '--wait-for-window=0.1').ended()
    expect(said).not.toContain('window')
    expect(code).toBe(0)
    const crashed = await fakeStart(`log('started'); dieBy('SIGSEGV')`)
      .run(noChromium, '--background')
      .ended()
    expect(crashed.said).toContain('Claims Desk was ended by SIGSEGV')
  })

  it('may not be started by the system, shows the system’s error', async () => {
    const start = fakeStart('')
    chmodSync(start.program, 0o644)
    const { code, said } = await start.run(noChromium).ended()
    expect(said).toContain("The system does not start Electron's program (EACCES)")
    expect(code).toBe(1)
  })

  it('is not in the folder that was named for it, says so and downloads nothing', async () => {
    const start = fakeStart('', { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' })
    const { code, said } = await start.run(noChromium).ended()
    expect(said).toContain('ELECTRON_OVERRIDE_DIST_PATH names a folder without Electron: /nowhere')
    expect(code).toBe(1)
  })
})

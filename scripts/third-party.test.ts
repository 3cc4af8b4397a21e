import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from './project-root.ts'
import { licenceTexts, packageFolderOf } from './third-party.ts'

describe('the package of a module', () => {
  it.each([
    ['/p/node_modules/ky/distribution/index.js', '/p/node_modules/ky'],
    ['/p/node_modules/@vue/shared/dist/shared.js?commonjs-es-import', '/p/node_modules/@vue/shared'],
    ['\0/p/node_modules/semver/index.js?commonjs-module', '/p/node_modules/semver'],
    ['/p/node_modules/a/node_modules/b/index.js', '/p/node_modules/a/node_modules/b'],
    ['C:\\p\\node_modules\\ky\\index.js', 'C:/p/node_modules/ky'],
    ['/p/src-main/index.ts', null],
    ['\0rolldown/runtime.js', null],
  ])('of %j is %j', (id, folder) => {
    expect(packageFolderOf(id)).toBe(folder)
  })
})

describe('the licences of packages', () => {
  it('are listed in full, by name, each once', () => {
    const folders = ['vue', 'ky', 'vue'].map((name) => join(projectRoot, 'node_modules', name))
    const text = licenceTexts(folders)
    expect([...text.matchAll(/^\S+ \d+\.\S+ \(\S+\)$/gm)].map(([heading]) => heading.split(' ')[0])).toEqual([
      'ky',
      'vue',
    ])
    expect(text.match(/Permission is hereby granted, free of charge/g)).toHaveLength(2)
  })
})

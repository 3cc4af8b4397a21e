import type { NativeImage } from 'electron'

/** An image that is kept and never drawn. */
export interface HostImage extends Pick<NativeImage, 'isEmpty' | 'toDataURL'> {
  readonly source: string
}

export const nativeImage = {
  createFromDataURL: (source: string): HostImage => ({
    source,
    isEmpty: () => !/^data:image\/[a-z+]+;base64,./.test(source),
    toDataURL: () => source,
  }),
}

import type { NativeImage, ResizeOptions } from 'electron'

/** An image that is kept and never drawn. */
export interface HostImage extends Pick<NativeImage, 'isEmpty' | 'toDataURL'> {
  readonly source: string
  resize(options: ResizeOptions): HostImage
}

export const nativeImage = {
  createFromDataURL: (source: string): HostImage => ({
    source,
    isEmpty: () => !/^data:image\/[a-z+]+;base64,./.test(source),
    toDataURL: () => source,
    resize: () => nativeImage.createFromDataURL(source),
  }),
}

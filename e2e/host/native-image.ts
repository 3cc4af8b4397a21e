/** An image that is never drawn. */
interface HostImage {
  resize(): HostImage
}

const image: HostImage = { resize: () => image }

export const nativeImage = { createFromDataURL: (): HostImage => image }

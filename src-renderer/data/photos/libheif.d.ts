/** What is used of libheif-js, whose own types leave its decoder out. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface HeifPicture {
    readonly data: Uint8ClampedArray<ArrayBuffer>
    readonly width: number
    readonly height: number
  }
  interface HeifImage {
    is_primary(): boolean
    get_width(): number
    get_height(): number
    display(into: HeifPicture, shown: (picture: HeifPicture | null) => void): void
  }
  export interface HeifDecoderModule {
    readonly HEAPU8: Uint8Array
    readonly HeifDecoder: new () => { decode(bytes: Uint8Array): readonly HeifImage[] }
    _heif_get_global_security_limits(): number
  }
  export default function load(): Promise<HeifDecoderModule>
}

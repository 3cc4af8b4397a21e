import {
  inject,
  onBeforeUnmount,
  onMounted,
  provide,
  shallowRef,
  type InjectionKey,
  type ShallowRef,
} from 'vue'

/** A titled section of a long screen. */
export interface PageSection {
  readonly title: () => string
  /** Its heading, the target of links to the section. */
  readonly heading: HTMLElement
}

type Sections = ShallowRef<readonly PageSection[]>
const key: InjectionKey<Sections> = Symbol('sections of the page')

/** Collects the sections inside the caller, in page order. */
export function providePageSections(): Sections {
  const sections: Sections = shallowRef([])
  provide(key, sections)
  return sections
}

/** Registers a section with its screen. @returns whether the screen collects sections, so the heading takes focus. */
export function useAsPageSection(
  title: () => string,
  heading: Readonly<ShallowRef<HTMLElement | null>>,
): boolean {
  const sections = inject(key, null)
  if (sections === null) return false
  let own: PageSection | null = null
  onMounted(() => {
    if (heading.value === null) return
    own = { title, heading: heading.value }
    sections.value = [...sections.value, own].toSorted(byPlace)
  })
  onBeforeUnmount(() => {
    sections.value = sections.value.filter((section) => section !== own)
  })
  return true
}

function byPlace(one: PageSection, other: PageSection): number {
  return one.heading.compareDocumentPosition(other.heading) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
}

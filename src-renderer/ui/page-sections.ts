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
  /** Its heading: where a link to the section leads. */
  readonly heading: HTMLElement
}

type Sections = ShallowRef<readonly PageSection[]>
const key: InjectionKey<Sections> = Symbol('sections of the page')

/** Collects the sections beneath the caller, in the order in which they stand on the page. */
export function providePageSections(): Sections {
  const sections: Sections = shallowRef([])
  provide(key, sections)
  return sections
}

/** Names a section to the screen around it. @returns whether that one collects them, so that the heading takes focus. */
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

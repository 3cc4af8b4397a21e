/**
 * What does not fit: texts that are cut off or stand outside of their button, a page that scrolls sideways, controls
 * over one another. Runs in the page: everything it needs is inside.
 */
export function brokenLayout(): string[] {
  const slack = 1.5
  const faults: string[] = []
  const short = (text: string | null): string => (text ?? '').trim().replace(/\s+/g, ' ').slice(0, 60)
  const named = (element: Element): string =>
    `<${element.tagName.toLowerCase()}> “${short(element.getAttribute('aria-label') ?? element.textContent)}”`
  const cuts = (value: string): boolean => value === 'hidden' || value === 'clip'
  const scrolls = (value: string): boolean => value === 'auto' || value === 'scroll'
  // What is for screen readers alone is one point large.
  const isForEyes = (element: Element): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    for (let up: Element | null = element; up !== null; up = up.parentElement) {
      const style = getComputedStyle(up)
      const box = up.getBoundingClientRect()
      if (style.clipPath !== 'none' || (cuts(style.overflowX) && box.width <= 1)) return false
      if (up.matches('[inert], .print-slip')) return false
    }
    return true
  }
  const page = document.documentElement
  for (const control of document.querySelectorAll('button, a[class*=rounded]'))
    if (isForEyes(control) && control.scrollWidth > control.clientWidth + slack && control.clientWidth > 0)
      faults.push(`${named(control)} is too narrow: ${control.scrollWidth} in ${control.clientWidth}`)
  if (page.scrollWidth > page.clientWidth + slack)
    faults.push(`the page scrolls sideways: ${page.scrollWidth} in ${page.clientWidth}`)

  // What floats covers the rest on purpose.
  const floats =
    document.querySelector('[role=dialog], [role=alertdialog]') ?? document.querySelector(':popover-open')
  const root: ParentNode = floats ?? document.body
  const place = floats?.getBoundingClientRect()
  if (place !== undefined && (place.top < -slack || place.bottom > page.clientHeight + slack))
    faults.push(`what floats stands outside of the window: ${place.top} to ${place.bottom}`)
  for (const element of root.querySelectorAll('*')) {
    if (!isForEyes(element)) continue
    const style = getComputedStyle(element)
    if (
      scrolls(style.overflowX) &&
      element.scrollWidth > element.clientWidth + slack &&
      !element.matches('textarea, input, :has(> table)')
    )
      faults.push(`${named(element)} scrolls sideways: ${element.scrollWidth} in ${element.clientWidth}`)
    for (const node of element.childNodes) {
      if (node.nodeType !== Node.TEXT_NODE || (node.textContent ?? '').trim() === '') continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      const text = short(node.textContent)
      let hasAll = false
      let canScroll = false
      for (let up: Element | null = element; up !== null && up !== page; up = up.parentElement) {
        const around = up.getBoundingClientRect()
        const { overflowX, overflowY } = getComputedStyle(up)
        if (up.hasAttribute('title')) hasAll = true
        const isWide = box.right > around.right + slack || box.left < around.left - slack
        const isHigh = box.bottom > around.bottom + slack || box.top < around.top - slack
        if (hasAll && cuts(overflowX) && isWide) {
          if (up.matches('.rounded-sm *, [role=gridcell] button *, [role=gridcell] button'))
            faults.push(`“${text}” is not whole in its badge or button`)
          // Cut where its title has all of it: it reaches no further.
          canScroll = true
          break
        }
        if (cuts(overflowX) && isWide && !canScroll) {
          faults.push(
            `“${text}” is cut off at the side by ${up.tagName.toLowerCase()}.${String(up.getAttribute('class')).slice(0, 60)}`,
          )
          break
        }
        if (!hasAll && cuts(overflowY) && isHigh && !canScroll) {
          faults.push(
            `“${text}” is cut off above or below by ${up.tagName.toLowerCase()}.${String(up.getAttribute('class')).slice(0, 60)}`,
          )
          break
        }
        if (
          up.matches('button, a[class*=rounded], [role=button], td, th, label') &&
          isWide &&
          !canScroll &&
          !cuts(overflowX)
        ) {
          faults.push(`“${text}” stands out of its ${up.tagName.toLowerCase()}`)
          break
        }
        if (scrolls(overflowX) || scrolls(overflowY)) canScroll = true
        if (getComputedStyle(up).position === 'fixed') break
      }
      if (!canScroll && (box.right > page.clientWidth + slack || box.left < -slack))
        faults.push(`“${text}” stands outside of the window`)
    }
  }

  // Drawn beside the page as it is in the field: figures of one width are wider than a canvas knows.
  const drawnWidth = (text: string, style: CSSStyleDeclaration): number => {
    const drawn = document.createElement('span')
    drawn.textContent = text
    const { font, fontFeatureSettings, fontVariantNumeric, letterSpacing } = style
    Object.assign(drawn.style, { font, fontFeatureSettings, fontVariantNumeric, letterSpacing })
    Object.assign(drawn.style, { position: 'fixed', visibility: 'hidden', whiteSpace: 'pre' })
    document.body.append(drawn)
    const { width } = drawn.getBoundingClientRect()
    drawn.remove()
    return width
  }
  for (const control of root.querySelectorAll('select, input[placeholder]')) {
    if (!isForEyes(control)) continue
    const text =
      control instanceof HTMLSelectElement
        ? (control.selectedOptions[0]?.text ?? '')
        : control instanceof HTMLInputElement && control.value === ''
          ? control.placeholder
          : ''
    const style = getComputedStyle(control)
    const room = control.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    const wanted = drawnWidth(text, style)
    if (wanted > room + slack && !control.hasAttribute('title'))
      faults.push(`“${text}” is cut off in its field: ${Math.round(wanted)} in ${Math.round(room)}`)
  }

  /** The part of a control that can be seen: what scrolls hides the rest. */
  const seen = (element: Element): DOMRect | null => {
    let { left, right, top, bottom } = element.getBoundingClientRect()
    for (let up = element.parentElement; up !== null; up = up.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(up)
      if (cuts(overflowX) || scrolls(overflowX) || cuts(overflowY) || scrolls(overflowY)) {
        const around = up.getBoundingClientRect()
        left = Math.max(left, around.left)
        right = Math.min(right, around.right)
        top = Math.max(top, around.top)
        bottom = Math.min(bottom, around.bottom)
      }
      if (position === 'fixed') break
    }
    return right - left < 2 || bottom - top < 2 ? null : new DOMRect(left, top, right - left, bottom - top)
  }
  const controls = [
    ...root.querySelectorAll(
      'button, a[href], input, select, textarea, [role=button], [role=radio], [role=switch]',
    ),
  ]
    .filter(isForEyes)
    .flatMap((element) => {
      const box = seen(element)
      return box === null ? [] : [{ element, box }]
    })
  // What scrolls goes under a bar that stays, and both under what can be undone for a moment.
  const layerOf = (element: Element): string => {
    for (let up: Element | null = element; up !== null; up = up.parentElement) {
      const { position } = getComputedStyle(up)
      if (position === 'sticky' || position === 'fixed') return position
    }
    return ''
  }
  for (const [at, one] of controls.entries())
    for (const other of controls.slice(at + 1)) {
      if (layerOf(one.element) !== layerOf(other.element)) continue
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (across > 2 && down > 2)
        faults.push(`${named(one.element)} and ${named(other.element)} lie over one another`)
    }
  return faults
}

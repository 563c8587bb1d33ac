/**
 * Where a pointer is in an element, in the element's own px: on a very wide screen pages are enlarged, and what the browser
 * tells of pointers and places is enlarged too.
 */
export function spotIn(
  element: HTMLElement,
  { clientX, clientY }: { clientX: number; clientY: number },
): { x: number; y: number } {
  const { left, top } = element.getBoundingClientRect();
  const enlarged = enlargementOf(element);
  return { x: (clientX - left) / enlarged, y: (clientY - top) / enlarged };
}

/** How many px of the screen one px of an element is. */
export function enlargementOf(element: HTMLElement): number {
  const { width } = element.getBoundingClientRect();
  return width > 0 && element.offsetWidth > 0 ? width / element.offsetWidth : 1;
}

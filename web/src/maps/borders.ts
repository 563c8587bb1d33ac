/**
 * Which borders the bundled map draws: those that both sides hold to. Where a line is claimed by two, none is drawn, and
 * territories whose status is contested have no outline of their own. Natural Earth draws who rules; a map that is shown to
 * customers everywhere takes no side. Pure.
 */
interface Side {
  readonly id?: string | number | undefined;
}

/** By the numbers of ISO 3166: neighbours who do not agree where one ends. */
const contested: ReadonlySet<string> = new Set([
  '064 156', // Bhutan, China
  '156 344', // Hong Kong: no border of a state
  '156 356', // China, India
  '156 446', // Macao: no border of a state
  '275 376', // Palestine, Israel
  '275 400',
  '356 586', // India, Pakistan
  '376 760', // Israel, Syria
  '504 732', // Morocco, Western Sahara
  '729 818', // Sudan, Egypt
]);

/** Territories without a number (Kosovo, Northern Cyprus, Somaliland, Siachen ...) lie within what others claim. */
export function isSettled(a: Side, b: Side): boolean {
  if (a.id === undefined || b.id === undefined) return false;
  return !contested.has([String(a.id), String(b.id)].sort().join(' '));
}

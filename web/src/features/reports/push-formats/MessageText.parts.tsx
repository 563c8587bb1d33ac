/** A message word by word: what is longer than its place scrolls, with the keyboard too. */
export function MessageText({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is read by scrolling
    <section className="push-text" aria-label={label} tabIndex={0}>
      {text}
    </section>
  );
}

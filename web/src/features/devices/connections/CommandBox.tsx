import { CopyButton } from '../../../design/CopyButton.tsx';

/** Text for a shell, as it is pasted, with its copy button. */
export function CommandBox({ label, text }: { label: string; text: string }) {
  return (
    <figure className="cn-command">
      <figcaption className="pl-row">
        <span className="pl-sm pl-2 pl-gap">{label}</span>
        <CopyButton text={text} label={label} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is read by scrolling, with the keyboard too */}
      <pre className="pl-mono" tabIndex={0}>
        {text}
      </pre>
    </figure>
  );
}

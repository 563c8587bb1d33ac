import { CopyButton } from '../../../design/CopyButton.tsx';

/** Shows a text that is copied elsewhere. */
export const Copied = ({ text }: { text: string }) => (
  <span className="pl-row tight">
    <code className="fd-wrap pl-gap">{text}</code>
    <CopyButton text={text} />
  </span>
);

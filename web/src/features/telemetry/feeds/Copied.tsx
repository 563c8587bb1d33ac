import { CopyButton } from '../../../design/CopyButton.tsx';

/** What is typed elsewhere as it stands here. */
export const Copied = ({ text }: { text: string }) => (
  <span className="pl-row tight">
    <code className="fd-wrap pl-gap">{text}</code>
    <CopyButton text={text} />
  </span>
);

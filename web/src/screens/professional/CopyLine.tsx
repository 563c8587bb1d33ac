import { CopyOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../design/IconButton.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { copyText } from '../../kernel/clipboard.ts';

/** A text of one line with a button that copies it, or what it stands for. */
export function CopyLine({ text, copied = text, label }: { text: string; copied?: string; label?: string }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  return (
    <span className="pro-line">
      <code className="pl-mono">{text}</code>
      <IconButton
        icon={<CopyOutlined />}
        label={label ?? `${t('common:copy')} ${text}`}
        onClick={() => void copyText(copied).then((done) => done && toasts.done(t('common:copied')))}
      />
    </span>
  );
}

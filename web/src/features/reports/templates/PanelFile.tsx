import { DeleteOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { formatAs } from '../../../design/formats.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';

/** A file of people that a template has: which it is, downloaded and removed. */
export function PanelFile({
  file,
  words,
  onDownload,
  onRemove,
  onFailed,
}: {
  file: { readonly name: string; readonly bytes: number; readonly at: string; readonly byName: string };
  words: { readonly removeTitle: string; readonly removeLost: string };
  onDownload: () => Promise<void>;
  /** null = it may not be changed. */
  onRemove: (() => Promise<void>) | null;
  onFailed: (error: unknown) => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <div className="rt-word-file">
      <b>{file.name}</b>
      <span className="pl-sm pl-3">
        {formatAs('BYTE', file.bytes, t)} · {formatTime(file.at, project.timeZone)} · {file.byName}
      </span>
      <div className="rt-file">
        <Button size="small" icon={<DownloadOutlined />} onClick={() => void onDownload().catch(onFailed)}>
          {t('reportTemplates:word.download')}
        </Button>
        {onRemove && (
          <Button size="small" icon={<DeleteOutlined />} onClick={() => setRemoving(true)}>
            {t('reportTemplates:word.remove')}
          </Button>
        )}
      </div>
      {isRemoving && onRemove && (
        <ConfirmDestructive
          open
          title={words.removeTitle}
          lost={words.removeLost}
          action={t('reportTemplates:word.remove')}
          onConfirm={onRemove}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}

/** Lists the placeholders of a file, in the order of its text; `place` in words. */
export function PanelTags({
  title,
  empty,
  tags,
}: {
  title: string;
  empty: string;
  tags: readonly {
    readonly words: string;
    readonly kind: 'value' | 'picture' | 'loop' | 'condition';
    readonly place: string;
    readonly count: number;
  }[];
}) {
  const { t } = useTranslation();
  if (tags.length === 0) return <p className="pl-wrong">{empty}</p>;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="rt-word-tags">
        {tags.map(({ words, kind, place, count }) => (
          <li key={words}>
            <code>{words}</code>
            <span className="pl-sm pl-3">
              {t(`reportTemplates:word.kinds.${kind}`)} · {place}
              {count > 1 && ` · ×${count}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

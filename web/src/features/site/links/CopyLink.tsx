import { LinkOutlined } from '@ant-design/icons';
import { links } from '@plumbline/contract/site/links';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { copyText } from '../../../kernel/clipboard.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';

/** Copies a short link to exactly what the address of the data view says. */
export function CopyLink() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { search } = useLocation();
  const projectId = useProject().project.id;
  const { run: create, isPending } = useWrite(links.create);
  const copy = async (): Promise<void> => {
    try {
      const { code } = await create({ projectId, query: search.slice(1) });
      const url = `${location.origin}${location.pathname}#/v/${code}`;
      // Where the browser keeps the clipboard to itself, the link is at least there to be read.
      toasts.done((await copyText(url)) ? t('readings:link.copied', { url }) : url);
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <IconButton
      icon={<LinkOutlined />}
      label={t('readings:link.copy')}
      loading={isPending}
      onClick={() => void copy()}
    />
  );
}

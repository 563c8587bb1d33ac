import { DisconnectOutlined, FileTextOutlined } from '@ant-design/icons';
import { type Alert, alerts } from '@plumbline/contract/alerts/alerts';
import type { AlertDocument } from '@plumbline/contract/alerts/alerts.handling';
import { documents as routes } from '@plumbline/contract/site/documents';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** The documents of the project that an alert is linked to. */
export function AlertDocuments({
  alert,
  documents,
  mayHandle,
}: {
  alert: Alert;
  documents: readonly AlertDocument[];
  mayHandle: boolean;
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const toasts = useToasts();
  const { mutate: unlink } = useWrite(alerts.unlinkDocument, { onError: toasts.failed });
  const mayLink = mayHandle && allowed(routes.list);
  if (documents.length === 0 && !mayLink) return null;
  const save = ({ documentId, name }: AlertDocument): void =>
    void download(routes.file, { projectId: alert.projectId, documentId })
      .then(({ blob }) => saveAs(blob, name))
      .catch(toasts.failed);
  return (
    <section className="ah-part" aria-label={t('handling:documents')}>
      <h4>{t('handling:documents')}</h4>
      {documents.length > 0 && (
        <ul className="ah-files">
          {documents.map((document) => (
            <li key={document.documentId}>
              <button
                type="button"
                className="pl-bare ah-file"
                disabled={!allowed(routes.file)}
                title={t('handling:open', { file: document.name })}
                onClick={() => save(document)}
              >
                <FileTextOutlined className="pl-3" />
                <span className="pl-ell">{document.name}</span>
                <span className="pl-sm pl-3">{document.byName}</span>
              </button>
              {mayHandle && (
                <IconButton
                  icon={<DisconnectOutlined />}
                  label={t('handling:unlink', { name: document.name })}
                  onClick={() => unlink({ alertId: alert.id, documentId: document.documentId })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayLink && <Link alert={alert} linked={documents} />}
    </section>
  );
}

/** Chooses one of the project's documents; they are asked for when the choice is opened. */
function Link({ alert, linked }: { alert: Alert; linked: readonly AlertDocument[] }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [isOpen, setOpen] = useState(false);
  const query = useRead(routes.list, { projectId: alert.projectId }, { enabled: isOpen });
  const { mutate, isPending } = useWrite(alerts.linkDocument, { onError: toasts.failed });
  const linkedIds = new Set(linked.map(({ documentId }) => documentId));
  return (
    <Select<number | null>
      className="ah-choice"
      aria-label={t('handling:link')}
      placeholder={t('handling:link')}
      value={null}
      loading={isPending || (isOpen && query.isPending)}
      disabled={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={query.isPending ? undefined : t('handling:noneToLink')}
      options={(query.data?.documents ?? [])
        .filter(({ id }) => !linkedIds.has(id))
        .map(({ id, name }) => ({ value: id, label: name }))}
      onOpenChange={setOpen}
      onChange={(documentId) => documentId !== null && mutate({ alertId: alert.id, documentId })}
    />
  );
}

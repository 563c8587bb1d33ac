import { type Import, imports } from '@plumbline/contract/readings/imports';
import type { Mapping } from '@plumbline/contract/readings/imports.mapping';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useStoredProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** Mappings of earlier files of the same format: one of them may be used again. */
export function SavedMappings({
  mappings,
  onChoose,
}: {
  mappings: Reply<typeof imports.mappings>['mappings'];
  onChoose: (mapping: Mapping) => void;
}) {
  const { t } = useTranslation();
  return (
    <Select
      style={{ minWidth: 240, marginBottom: 12 }}
      placeholder={t('imports:useMapping')}
      aria-label={t('imports:useMapping')}
      value={null}
      options={mappings.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id: number | null) => {
        const chosen = mappings.find((each) => each.id === id);
        if (chosen) onChoose(chosen.mapping);
      }}
    />
  );
}

/** Saves the mapping under the name of the file, for files of the same format. */
export function SaveMapping({ found, mapping }: { found: Import; mapping: Mapping }) {
  const { t } = useTranslation();
  const { run: saveMapping } = useWrite(imports.saveMapping);
  const { project } = useStoredProject();
  const toasts = useToasts();
  return (
    <Button
      style={{ marginTop: 12 }}
      onClick={() => {
        const name = found.fileName.replace(/\.[^.]*$/, '').slice(0, 50) || found.format;
        void saveMapping({ projectId: project.id, name, format: found.format, mapping })
          .then(() => toasts.done(t('imports:mappingSaved', { name })))
          .catch(toasts.failed);
      }}
    >
      {t('imports:saveMapping')}
    </Button>
  );
}

import { batches } from '@plumbline/contract/points/batches';
import { casingOf } from '@plumbline/science/profiles/probe-casing';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { useStoredProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { useStructureChoices } from '../../points/points/structure-choices.parts.ts';
import type { ProbeRun } from './probe-run.ts';

/** Makes a casing as the file's depths say: its name and its place are chosen, its intervals are those of the run. */
export function NewCasing({ run, onMade }: { run: ProbeRun; onMade: (pointId: number) => void }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { project } = useStoredProject();
  const choices = useStructureChoices(project.id);
  const [name, setName] = useState((run.installation ?? '').slice(0, 32));
  const [structureId, setStructureId] = useState<number | null>(null);
  const make = useWrite(batches.batchCreate, {
    onSuccess: ({ pointIds: [pointId] }) => pointId !== undefined && onMade(pointId),
  });
  const casing = casingOf(run.depthsM);
  if (!allowed(batches.batchCreate)) return null;
  if (casing === null) return <p className="pl-2 pl-sm">{t('imports:probe.casing.impossible')}</p>;
  const row = { name: name.trim(), family: 'deepDisplacement', type: 2, structureId, ...casing };
  return (
    <fieldset className="pr-casing">
      <legend>{t('imports:probe.casing.title')}</legend>
      <p className="pl-2 pl-sm">
        {t('imports:probe.casing.note', { count: casing.nodeCount, length: casing.parameters['segmentMm'] })}
      </p>
      <div className="pl-row">
        <Input
          aria-label={t('points:name')}
          placeholder={t('points:name')}
          maxLength={32}
          value={name}
          style={{ width: 200 }}
          onChange={({ target }) => setName(target.value)}
        />
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('points:structure')}
          placeholder={t('points:structure')}
          style={{ minWidth: 200 }}
          value={structureId}
          {...choices}
          onChange={setStructureId}
        />
        <Button
          loading={make.isPending}
          disabled={row.name === '' || structureId === null}
          onClick={() => make.mutate({ projectId: project.id, rows: [row] })}
        >
          {t('imports:probe.casing.make')}
        </Button>
      </div>
      {make.error && (
        <p role="alert" className="pl-wrong pl-sm">
          {wordsOf(make.error, t).words}
        </p>
      )}
    </fieldset>
  );
}

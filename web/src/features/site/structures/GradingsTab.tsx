import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { Grading } from '@plumbline/contract/site/projects.settings';
import { structures } from '@plumbline/contract/site/structures';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../../design/form/FormTab.tsx';
import type { Slot } from '../../../design/form/input.ts';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { LevelFields } from '../projects/gradings.parts.tsx';
import type { StructureTab } from './structure-tab.ts';

const fields: readonly FieldDefinition[] = [{ type: 'slot', prop: 'own', label: 'projects:gradings.title', span: 2 }];

/** Edits the names of the alert levels at a structure, and what is to be done there: as above it, or its own. */
export function GradingsTab({ structure, readOnly }: StructureTab) {
  const { run: setGradings } = useWrite(structures.setGradings);
  const query = useRead(structures.gradings, { structureId: structure.id });
  return (
    <div className="pj-tab">
      <Answer query={query} loading={<SkeletonRows rows={4} />}>
        {(answer) => (
          <FormTab
            // Whether those above hold, and which they are, changes with the answer.
            key={answer.from}
            schema={structures.setGradings.input}
            fixed={{ structureId: structure.id }}
            record={answer}
            initial={{ own: answer.own }}
            sections={[{ tips: 'projects:gradings.help', fields }]}
            slots={{ own: (slot) => <OwnGradings slot={slot} answer={answer} isItem={structure.isItem} /> }}
            readOnly={readOnly}
            onSave={async (input: never, precondition) => {
              await setGradings(input, precondition);
            }}
          />
        )}
      </Answer>
    </div>
  );
}

function OwnGradings({
  slot: { value, onChange, disabled, readOnly },
  answer: { gradings, own },
  isItem,
}: {
  slot: Slot;
  answer: Reply<typeof structures.gradings>;
  isItem: boolean;
}) {
  const { t } = useTranslation();
  const closed = readOnly === true || disabled === true;
  const mine = value as readonly Grading[] | null | undefined;
  const hasGradings = mine !== null && mine !== undefined;
  return (
    <>
      <Radio.Group
        value={hasGradings}
        disabled={closed}
        style={{ marginBottom: 12 }}
        onChange={({ target }) => onChange(target.value ? (own ?? gradings) : null)}
      >
        <Radio value={false}>{t(isItem ? 'structures:gradings.asAbove' : 'structures:gradings.asProject')}</Radio>
        <Radio value={true}>{t('structures:gradings.own')}</Radio>
      </Radio.Group>
      {hasGradings ? (
        <LevelFields value={mine} closed={closed} onChange={onChange} />
      ) : (
        own === null && <LevelFields value={gradings} closed onChange={() => undefined} />
      )}
    </>
  );
}

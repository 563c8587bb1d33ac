import './silences.css';
import { PlusOutlined } from '@ant-design/icons';
import { type Silence, silences } from '@plumbline/contract/alerts/silences';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { SilenceDialog } from './SilenceDialog.tsx';
import { useSilenceWords } from './silence-words.ts';
import { useSilences } from './silences.queries.ts';

/** The quiet windows of a project: active and to come first, then those that are over, with what they withheld. */
export function SilencesTab({ canChange }: { canChange: boolean }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { project } = useProject();
  const query = useSilences(project.id);
  const [adding, setAdding] = useState(false);
  const add = canChange && allowed(silences.create) && (
    <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('silences:add')}
    </Button>
  );
  return (
    <div className="si-tab">
      <Answer
        query={query}
        loading={<SkeletonRows rows={4} rowPx={52} />}
        isEmpty={(data) => data.silences.length === 0}
        empty={
          <Empty title={t('silences:none')} why={t('silences:noneWhy')}>
            {add}
          </Empty>
        }
      >
        {(data) => (
          <>
            <div>{add}</div>
            <ul className="si-list">
              {data.silences.map((silence) => (
                <SilenceRow key={silence.id} silence={silence} canEnd={allowed(silences.end)} />
              ))}
            </ul>
          </>
        )}
      </Answer>
      {adding && <SilenceDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function SilenceRow({ silence, canEnd }: { silence: Silence; canEnd: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const words = useSilenceWords(useProject().project.timeZone);
  const { run: end, isPending } = useWrite(silences.end);
  const { id, projectId, state, reason, redReason, byName, withheld, open, endedBy } = silence;
  const done = async (): Promise<void> => {
    await end({ projectId, silenceId: id });
    toasts.done(t('silences:ended'));
  };
  return (
    <li>
      <div className="words">
        <span>
          <b>{words.place(silence)}</b> <span className={`si-state ${state}`}>{t(`silences:state.${state}`)}</span>
        </span>
        <span>{[words.span(silence), words.levels(silence)].join(' · ')}</span>
        <span className="pl-2">{[reason, redReason, byName].filter(Boolean).join(' · ')}</span>
        <span className="pl-sm pl-3">
          {[
            t('silences:withheld', { count: withheld }),
            withheld > 0 ? t('silences:open', { count: open }) : '',
            endedBy === null ? '' : t('silences:endedBy', { by: endedBy }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {canEnd && state !== 'over' && (
        <Button loading={isPending} onClick={() => void done().catch(toasts.failed)}>
          {t('silences:end')}
        </Button>
      )}
    </li>
  );
}

import '../../features/devices/models/models-style.parts.ts';
import { type Model, models } from '@plumbline/contract/devices/models';
import { Failure } from '@plumbline/contract/kernel/errors';
import { Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { to } from '../../app/paths.ts';
import { PagePath } from '../../design/PagePath.tsx';
import { Page } from '../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { FormatForm } from '../../features/devices/models/models.parts.tsx';
import { ModelRegisters } from '../../features/telemetry/dial-in/dial-in.parts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useWrite } from '../../kernel/writes.ts';

const views = ['messages', 'registers'] as const;
type View = (typeof views)[number];
const viewOf = ({ link }: Model): View => (link === 'dialIn' ? 'registers' : 'messages');

/** How what devices of a model send is read: edited against a sample. System accounts keep it, everybody may try it. */
export default function ModelFormatPage() {
  const { t } = useTranslation();
  const modelId = Number(useParams().modelId);
  const isValid = Number.isInteger(modelId) && modelId > 0;
  const query = useRead(models.get, { modelId }, { enabled: isValid });
  const { run: update } = useWrite(models.update);
  const allowed = useAllowed();
  const [view, setView] = useState<View | null>(null);
  if (!isValid || (query.error instanceof Failure && query.error.name === 'notFound')) return <NotFoundPage />;
  const code = query.data?.model.code;
  return (
    <Page
      title={
        <PagePath to={to('ModelConsole')} above={t('models:tab')}>
          {code === undefined ? undefined : t('formats:title', { code })}
        </PagePath>
      }
    >
      <Answer query={query} loading={<SkeletonRows rows={10} />}>
        {({ model }) => (
          <div className="md-format">
            <Segmented
              aria-label={t('formats:page')}
              value={view ?? viewOf(model)}
              options={views.map((value) => ({ value, label: t(`formats:views.${value}`) }))}
              onChange={setView}
            />
            <p className="pl-2 pl-sm">
              {t((view ?? viewOf(model)) === 'registers' ? 'formats:aboutRegisters' : 'formats:about')}
              {model.source !== '' && ` ${t('formats:source', { source: model.source })}`}
            </p>
            {(view ?? viewOf(model)) === 'registers' ? (
              <ModelRegisters model={model} isReadOnly={!allowed(models.update)} />
            ) : (
              <FormatForm
                schema={models.update.input}
                fixed={{ modelId }}
                record={model}
                format={model.format}
                channels={model.channels.map(({ number }) => number)}
                isReadOnly={!allowed(models.update)}
                onSave={async (input: never, precondition) => {
                  await update(input, precondition);
                }}
              />
            )}
          </div>
        )}
      </Answer>
    </Page>
  );
}

import { CloseOutlined, CopyOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { configKeysShown } from '@plumbline/contract/devices/devices.config';
import { modelFeaturesRead } from '@plumbline/contract/devices/devices.words';
import { type Model, models } from '@plumbline/contract/devices/models';
import { type SensorMode, sensorModes } from '@plumbline/contract/points/families';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { DetailPane } from '../../../design/DetailPane.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatTime, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { ModelDialog } from './ModelDialog.tsx';
import { nameOf } from './model-words.ts';

/** One model: what devices of it share. Who may keep the catalogue changes it from here. */
export function ModelPanel({ model, onClose }: { model: Model; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <DetailPane label={model.code} widthPx={460} onClose={onClose}>
      <div className="md-head">
        <div className="pl-gap">
          <div className="pl-sm pl-3">{model.series}</div>
          <h2 className="pl-ell">
            {model.code} <span className="pl-2">{nameOf(model, language)}</span>
          </h2>
        </div>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={onClose} />
      </div>
      <div className="md-body">
        <ModelFacts model={model} />
      </div>
      <Actions model={model} onGone={onClose} />
    </DetailPane>
  );
}

const list = (words: readonly string[]) => words.join(', ') || missing;

/** What devices of a model share. */
function ModelFacts({ model }: { model: Model }) {
  const { t } = useTranslation();
  const { hem, nodes } = model;
  return (
    <Facts
      facts={[
        [t('devices:type'), t(`devices:types.${model.type}`)],
        [t('devices:categoryWord'), t(`devices:category.${model.category}`)],
        [t('devices:manufacturer'), model.manufacturer || missing],
        [t('models:measurements'), list(model.measurements.map((each) => t(`families:family.${each}`)))],
        [t('devices:collected'), list(model.collectorTypeOptions.map((each) => t(`devices:collectorType.${each}`)))],
        [t('models:channelProtocol'), t(`devices:protocol.${model.channelProtocol}`)],
        [t('models:protocols'), list(model.protocols.map((each) => t(`devices:protocol.${each}`)))],
        [t('models:registerIsSame'), model.registerIsSame ? t('models:yes') : t('models:no')],
        [
          t('models:sensorModes'),
          model.sensorModes.length === 0
            ? t('models:any')
            : list(model.sensorModes.map((mode) => t(`families:mode.${sensorModes[mode as SensorMode]}`))),
        ],
        [t('models:maxChannels'), String(model.maxChannels)],
        [t('models:begins'), list(model.channels.map(({ number }) => number))],
        [t('devices:hem.title'), hem ? `${hem.maxModules} × ${hem.channels}` : missing],
        [t('models:nodes'), nodes ? `${nodes.minimum}–${nodes.maximum}` : missing],
        [
          t('models:features'),
          list(
            model.features
              .filter((each) => modelFeaturesRead.includes(each))
              .map((each) => t(`models:feature.${each}`)),
          ),
        ],
        [
          t('models:configFields'),
          list(
            model.configFields
              .filter((each) => configKeysShown.includes(each))
              .map((each) => t(`devices:config.${each}`)),
          ),
        ],
        [t('formats:link'), t(`formats:links.${model.link}`)],
        [t('formats:page'), <FormatLink key="format" model={model} />],
        [t('formats:documented'), <Source key="source" text={model.source} />],
        [t('models:changed'), formatTime(model.updatedAt)],
      ]}
    />
  );
}

function FormatLink({ model }: { model: Model }) {
  const { t } = useTranslation();
  const rows = model.link === 'dialIn' ? model.registers.length : (model.format?.rows.length ?? 0);
  return (
    <Link to={to('ModelFormat', { modelId: model.id })}>
      {rows > 0 ? t('formats:open', { count: rows }) : t('formats:none')}
    </Link>
  );
}

/** Where a map is documented, with a way there where it is an address. */
function Source({ text }: { text: string }) {
  const address = /https:\/\/\S+/.exec(text)?.[0];
  if (text === '') return missing;
  return address ? (
    <a className="md-wrap" href={address} target="_blank" rel="noreferrer">
      {text}
    </a>
  ) : (
    <span className="md-wrap">{text}</span>
  );
}

/** What may be done with a model. */
function Actions({ model, onGone }: { model: Model; onGone: () => void }) {
  const { t } = useTranslation();
  const { run: removeModel } = useWrite(models.remove);
  const toasts = useToasts();
  const allowed = useAllowed();
  const [doing, setDoing] = useState<'edit' | 'copy' | 'remove' | null>(null);
  const stop = (): void => setDoing(null);
  return (
    <>
      {allowed(models.update) && (
        <div className="md-actions pl-row">
          <Button type="primary" icon={<EditOutlined />} onClick={() => setDoing('edit')}>
            {t('common:edit')}
          </Button>
          <Button icon={<CopyOutlined />} onClick={() => setDoing('copy')}>
            {t('models:copy')}
          </Button>
          <span className="pl-gap" />
          {allowed(models.remove) && (
            <Button icon={<DeleteOutlined />} onClick={() => setDoing('remove')}>
              {t('common:delete')}
            </Button>
          )}
        </div>
      )}
      {doing === 'edit' && <ModelDialog model={model} onClose={stop} />}
      {doing === 'copy' && <ModelDialog like={model} onClose={stop} />}
      <ConfirmDestructive
        open={doing === 'remove'}
        title={t('models:removeTitle', { code: model.code })}
        lost={t('models:removeLost')}
        action={t('common:delete')}
        onConfirm={async () => {
          await removeModel({ modelId: model.id });
          onGone();
          toasts.done(t('models:removed', { code: model.code }));
        }}
        onClose={stop}
      />
    </>
  );
}

import { DownloadOutlined } from '@ant-design/icons';
import { type LayerVersion, layers, type MapLayer } from '@plumbline/contract/site/layers';
import { Button, Modal } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatAs } from '../../../design/formats.ts';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { coarserWords } from './coarser-words.ts';

/** The files that a layer was drawn from, the newest first: to take away, and to draw again. */
export function VersionsDialog({
  layer,
  canChange,
  onClose,
}: {
  layer: MapLayer;
  canChange: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal open title={t('layers:versions', { name: layer.name })} footer={null} onCancel={onClose} width={620}>
      <ul className="ml-list ml-versions">
        {layer.versions.map((version) => (
          <Version key={version.id} layer={layer} version={version} canChange={canChange} />
        ))}
      </ul>
    </Modal>
  );
}

function Version({ layer, version, canChange }: { layer: MapLayer; version: LayerVersion; canChange: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: update, isPending } = useWrite(layers.update);
  const { id, fileName, on, createdAt, byName, state, bytes } = version;
  const at = { projectId: project.id, layerId: layer.id };
  const fetchFile = async (): Promise<void> => {
    try {
      saveAs((await download(layers.file, { ...at, versionId: id })).blob, fileName);
    } catch (error) {
      toasts.failed(error);
    }
  };
  const draw = (): void => void update({ ...at, versionId: id }, { over: layer }).catch(toasts.failed);
  return (
    <li>
      <div className="pl-row">
        <b className="pl-ell">{fileName}</b>
        <span className="pl-gap" />
        {id === layer.versionId ? (
          <span className="pl-tag quiet">{t('layers:isDrawn')}</span>
        ) : (
          canChange &&
          state === 'ready' && (
            <Button size="small" loading={isPending} onClick={draw}>
              {t('layers:draw')}
            </Button>
          )
        )}
        <IconButton
          icon={<DownloadOutlined />}
          label={t('layers:download', { file: fileName })}
          onClick={() => void fetchFile()}
        />
      </div>
      <div className="pl-sm pl-3">
        {[
          on && t('layers:onDay', { day: on }),
          formatTime(createdAt, project.timeZone),
          t('layers:by', { name: byName }),
          formatAs('BYTE', bytes, t),
          placedWords(version, t),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      <Outcome version={version} />
    </li>
  );
}

/** By what it lies where it does; null = it says so itself, in degrees. */
function placedWords({ placing, contents }: LayerVersion, t: TFunction): string | null {
  if (placing?.by === 'points') return t('layers:byPoints');
  if (placing?.by === 'controls') return t('layers:byControls', { count: placing.points.length });
  const epsg = placing?.by === 'system' ? placing.epsg : (contents?.picture?.epsg ?? null);
  return epsg === null ? null : `EPSG:${epsg}`;
}

/** What came of reading it: how much is drawn, and what was left out. */
function Outcome({ version }: { version: LayerVersion }) {
  const { contents, state, fileName } = version;
  const { t } = useTranslation();
  if (state === 'reading') return <div className="pl-sm">{t('layers:reading')}</div>;
  if (!contents) return <div className="pl-sm pl-wrong">{t('layers:failed', { file: fileName })}</div>;
  const { features, toleranceM, linksDropped, skipped, tiles, picture } = contents;
  const residuals = picture?.residualsM ?? [];
  const parts = [
    picture
      ? t('layers:pixels', {
          width: picture.width,
          height: picture.height,
          metres: Number(picture.pixelM.toPrecision(3)),
        })
      : t('layers:features', { count: features }),
    tiles && t('layers:tiles', { count: tiles.count }),
    coarserWords(version, t),
    residuals.length > 0 && t('layers:residuals', { list: residuals.map((each) => `${each.toFixed(2)} m`).join(', ') }),
    toleranceM > 0 && t('layers:simplified', { metres: toleranceM }),
    linksDropped > 0 && t('layers:dropped', { count: linksDropped }),
    skipped > 0 && t('layers:skipped', { count: skipped }),
  ];
  return <div className="pl-sm pl-3">{parts.filter(Boolean).join(' · ')}</div>;
}

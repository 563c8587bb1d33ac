import { uploadOf } from '@plumbline/contract/kernel/route';
import { type Corporation, corporations } from '@plumbline/contract/people/corporations';
import { useTranslation } from 'react-i18next';
import { restore } from '../../../app/restore.queries.ts';
import { PictureBox } from '../../../design/PictureBox.tsx';
import { useCrop } from '../../../design/use-crop.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { download } from '../../../kernel/call.ts';
import { useWrite } from '../../../kernel/writes.ts';

const load = async (fileId: string): Promise<Blob> =>
  (await download(corporations.brandFile, { picture: fileId })).blob;

/** Logo and favicon: every page of the corporation that is open shows them at once. */
export function BrandSection({ corporation }: { corporation: Corporation }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { run: setLogo } = useWrite(corporations.setLogo);
  const { run: removeLogo } = useWrite(corporations.removeLogo);
  const { run: setFavicon } = useWrite(corporations.setFavicon);
  const { run: removeFavicon } = useWrite(corporations.removeFavicon);
  // This page changes too where its socket is not open yet.
  const report = async (writing: Promise<unknown>): Promise<void> => {
    await writing;
    await restore();
  };
  const [cropDialog, crop] = useCrop();
  const mayChange = allowed(corporations.update);
  const { id: corporationId, logo, favicon } = corporation;
  return (
    <section>
      {cropDialog}
      <h2>{t('corporations:look.title')}</h2>
      <p className="pl-2 lead">
        {t('corporations:look.why')}
        {corporation.host && ` ${t('corporations:look.atHost', { host: corporation.host })}`}
      </p>
      <div className="corp-pictures">
        <PictureBox
          label={t('corporations:look.logo')}
          fileId={logo}
          load={() => load(logo ?? '')}
          takes={uploadOf(corporations.setLogo)}
          {...(mayChange && {
            onFile: async (file: File) => {
              const cropped = await crop(file, [null, 3, 1]);
              if (cropped) await report(setLogo({ corporationId }, { file: cropped }));
            },
            onRemove: () => report(removeLogo({ corporationId })),
          })}
        />
        <PictureBox
          label={t('corporations:look.favicon')}
          fileId={favicon}
          load={() => load(favicon ?? '')}
          takes={uploadOf(corporations.setFavicon)}
          {...(mayChange && {
            onFile: (file: File) => report(setFavicon({ corporationId }, { file })),
            onRemove: () => report(removeFavicon({ corporationId })),
          })}
        />
      </div>
    </section>
  );
}

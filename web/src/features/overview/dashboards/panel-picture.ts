import type { PanelContent } from '@plumbline/contract/overview/dashboards.contents';
import type { Panel } from '@plumbline/contract/overview/dashboards.panels';
import { useEffect, useState } from 'react';
import { useTokens } from '../../../design/theme.tsx';
import { themed } from '../../site/drawings/plane.parts.tsx';

export type LoadPicture = (panel: Panel, content: PanelContent) => Promise<Blob>;

/** The file of a panel as an address that an `img` shows; null until it is there. `key` names the file: another is fetched anew. */
export function usePanelPicture(
  key: string,
  isThemed: boolean,
  load: () => Promise<Blob>,
): { readonly address: string | null; readonly isFailed: boolean } {
  const tokens = useTokens();
  const [picture, setPicture] = useState<{ readonly address: string | null; readonly isFailed: boolean }>(noPicture);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another file
  useEffect(() => {
    let isCurrent = true;
    setPicture(noPicture);
    const fetchFile = async (): Promise<void> => {
      const blob = await load();
      const drawn = isThemed ? new Blob([themed(await blob.text(), tokens)], { type: blob.type }) : blob;
      const address = await dataAddress(drawn);
      if (isCurrent) setPicture({ address, isFailed: false });
    };
    fetchFile().catch(() => {
      if (isCurrent) setPicture({ address: null, isFailed: true });
    });
    return () => {
      isCurrent = false;
    };
  }, [key, isThemed, tokens]);
  return picture;
}
const noPicture = { address: null, isFailed: false };

/** The file itself as an address: what is saved as a picture may fetch nothing, not even from this page (connect-src). */
const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('a picture could not be read'));
    reader.readAsDataURL(blob);
  });

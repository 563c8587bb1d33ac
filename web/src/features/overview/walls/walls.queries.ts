import { Failure } from '@plumbline/contract/kernel/errors';
import { type SlideContent, type WallContent, walls } from '@plumbline/contract/overview/walls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTokens } from '../../../design/theme.tsx';
import { call, download, releaseAddress } from '../../../kernel/call.ts';
import { keyOf } from '../../../kernel/queries.ts';
import { themed } from '../../site/drawings/plane.parts.tsx';

/** An alert is on the screen within this time of being raised. */
const headMs = 3_000;
const slideMs = 10_000;

/** A link that opens nothing is not asked again; whatever else fails passes. */
export const isGone = (error: unknown): boolean =>
  error instanceof Failure && (error.name === 'notFound' || error.name === 'badInput');

/** Returns the content of every slide of a wall; a screen that stays open is one opening. It is asked again whatever happened. */
export function useWall(token: string) {
  const openedToken = useRef<string | null>(null);
  return useQuery<WallContent>({
    queryKey: [...keyOf(walls.open), token],
    queryFn: async ({ signal }) => {
      const again = openedToken.current === token;
      const answer = await call(walls.open, { token, again }, { signal });
      openedToken.current = token;
      return answer;
    },
    refetchInterval: headMs,
    refetchIntervalInBackground: true,
    refetchOnReconnect: true,
    retry: false,
    gcTime: slideMs,
  });
}

/** Returns the content of a slide; the next one is asked for while this one is shown. */
export const useSlide = (token: string, place: number) =>
  useQuery<SlideContent>({
    queryKey: [...keyOf(walls.slide), token, place],
    queryFn: ({ signal }) => call(walls.slide, { token, place }, { signal }),
    refetchInterval: slideMs,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 60_000,
  });

/** The file of a slide's drawing as an address that an `img` shows; null until it is there. Given back when another is shown. */
export function useSlidePicture(token: string, place: number, versionId: number, isThemed: boolean): string | null {
  const tokens = useTokens();
  const [address, setAddress] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another file
  useEffect(() => {
    let isCurrent = true;
    let address: string | null = null;
    setAddress(null);
    const load = async (): Promise<void> => {
      const { blob } = await download(walls.picture, { token, place });
      const drawn = isThemed ? new Blob([themed(await blob.text(), tokens)], { type: blob.type }) : blob;
      if (!isCurrent) return;
      address = URL.createObjectURL(drawn);
      setAddress(address);
    };
    // The points are shown without it, and the next turn of the slide asks again.
    load().catch(() => undefined);
    return () => {
      isCurrent = false;
      if (address) releaseAddress(address);
    };
  }, [token, place, versionId, isThemed, tokens]);
  return address;
}

/** The file of a panel of a slide that is a dashboard. */
export const panelPicture = async (token: string, place: number, panelId: string): Promise<Blob> =>
  (await download(walls.picture, { token, place, panelId })).blob;

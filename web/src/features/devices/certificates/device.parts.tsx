/** What the panel of a device shows of its client certificates. */
import { lazy } from 'react';

export const DeviceCertificates = lazy(() => import('./DeviceCertificates.tsx'));

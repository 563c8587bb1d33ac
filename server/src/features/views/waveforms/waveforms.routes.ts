import { waveforms } from '@plumbline/contract/views/waveforms';
import type { FastifyInstance } from 'fastify';
import { type Access, serve } from '../../../kernel/serve.ts';
import { upload } from './waveforms.files.service.ts';
import { detected, download, get, list, magnitudes, remove, samples, spectrum } from './waveforms.service.ts';
import { overTime, overTimeFile, shortTime, shortTimeFile } from './waveforms.spectra.service.ts';

export default (app: FastifyInstance, access: Access) =>
  serve(app, access, waveforms, {
    list,
    magnitudes,
    get,
    samples,
    spectrum,
    detected,
    download,
    overTime,
    overTimeFile,
    shortTime,
    shortTimeFile,
    upload,
    remove,
  });

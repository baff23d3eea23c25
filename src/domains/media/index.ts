import type { Domain } from '../domain.js';
import { jobs, schedules } from './jobs.js';
import { routes } from './routes.js';

export { downloadPicture } from './download-picture.js';
export { type PictureSize, presentPicture, smallUrlSql } from './present.js';
export { readPicture } from './read-picture.js';
export { type Media, mediaById } from './repository.js';
export { PictureFields } from './schemas.js';
export { uploadPicture } from './upload-picture.js';

export const media: Domain = { name: 'media', routes: { office: routes }, jobs, schedules };

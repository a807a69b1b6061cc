import type { HostConfig } from '../config/host-config.js';
import { MAX_JSON_DEPTH } from '../http/body/parse.js';
import { DEFAULT_BODY_BYTES } from '../http/request.interceptor.js';
import type { RateService } from '../rates/rate.service.js';
import type { z } from 'zod';
import type { limits } from './schemas/common.js';

export function limitsView(config: HostConfig, rates: RateService): z.output<typeof limits> {
  return {
    rate: [...rates.policies()],
    body_bytes: DEFAULT_BODY_BYTES,
    json_depth: MAX_JSON_DEPTH,
    queued_jobs: config.limits.queuedJobsPerKey,
    running_jobs: config.limits.runningJobsPerKey,
    streams_per_key: config.limits.streamsPerKey,
    streams_per_job: config.limits.streamsPerJob,
    open_uploads: config.limits.openUploads,
    upload_bytes: config.limits.uploadBytes,
  };
}

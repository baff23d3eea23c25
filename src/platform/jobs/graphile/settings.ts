/**
 * Makes PostgreSQL take the next job from an index. In a database without statistics it would collect
 * and sort all due jobs for every job it hands out.
 */
export const JOB_PLANS = '-c enable_bitmapscan=off -c enable_seqscan=off';

/**
 * Writes results in batches. Without a batch a result is written by a promise that nothing awaits,
 * and a connection that breaks at that moment would end the process.
 */
export const BATCH_RESULTS = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

/** The time of the service; tests set it. */
export interface Clock {
  /** Wall time, UTC. For spans inside a process take `performance.now()`. */
  now(): Date;
}

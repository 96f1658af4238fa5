const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/** Returns true if a host name is this machine. Plain http is accepted only for this machine. */
export const isLoopback = (hostname: string) => LOOPBACK.test(hostname);

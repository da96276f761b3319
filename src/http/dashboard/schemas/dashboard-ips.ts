/** From which addresses people may use the pages of a client. */
export interface DashboardIps {
  /** Addresses and networks; empty where all may. */
  readonly allowed_ips: readonly string[];
  /** The address of who asks, as the service sees it. */
  readonly your_address: string;
}

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The machine's cores.
enum Cores {
  /// How many may work.
  static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

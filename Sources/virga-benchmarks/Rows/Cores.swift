import CVirgaPlatform

/// The machine's cores.
enum Cores {
  /// The number of online cores.
  static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

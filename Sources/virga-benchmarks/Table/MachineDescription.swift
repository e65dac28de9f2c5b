import CVirgaPlatform

/// Describes the machine, without which figures mean nothing.
enum MachineDescription {
  static func text(program: String) -> String {
    var names = utsname()
    uname(&names)
    let system = withUnsafeBytes(of: names.sysname) { field($0) }
    let release = withUnsafeBytes(of: names.release) { field($0) }
    let processor =
      TextFile.value(of: "model name", in: "/proc/cpuinfo")
      ?? withUnsafeBytes(of: names.machine, field)
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let load =
      TextFile.read("/proc/loadavg")?.split(separator: " ").first.map { ", load \($0)" } ?? ""
    return
      "\(processor), \(cores) cores, \(system) \(release)\(load); measured: \(program)\(debugNote)"
  }

  private static var debugNote: String {
    #if DEBUG
      "; A DEBUG BUILD, its figures mean nothing"
    #else
      ""
    #endif
  }

  private static func field(_ bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

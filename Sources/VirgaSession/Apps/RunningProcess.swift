import CVirgaPlatform
import VirgaFiles

/// A process of a machine, told apart from a later one with the same id.
struct RunningProcess: Hashable, Sendable {
  let host: String
  let id: Int32
  /// When it started, in a unit of the system; nil if the system does not tell.
  let start: Int64?

  static let own = RunningProcess(host: ownHost, id: getpid(), start: start(of: getpid()))

  /// Whether it is running; false for a process of another machine, which cannot be looked up.
  var isRunning: Bool {
    // `kill` would take other ids for groups of processes.
    guard host == Self.ownHost, id > 0 else { return false }
    // The signal 0 only finds out whether there is a process, which may be another user's.
    let exists = kill(id, 0) == 0 || virga_errno() == EPERM
    guard exists else { return false }
    // A later process with the same id started at another time. If `start` is unknown, the two
    // cannot be told apart.
    return start == nil || start == Self.start(of: id)
  }

  private static let ownHost: String = {
    // POSIX allows 255 bytes; a longer name would have no NUL at its end.
    let maxLength = 255
    var name = [CChar](repeating: 0, count: maxLength + 1)
    gethostname(&name, maxLength)
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }()

  #if canImport(Darwin)
    /// When a process started, in microseconds since 1970; nil if it has ended.
    static func start(of id: Int32) -> Int64? {
      var query = [CTL_KERN, KERN_PROC, KERN_PROC_PID, id]
      var found = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      let result = sysctl(&query, UInt32(query.count), &found, &size, nil, 0)
      let isFound = result == 0 && size > 0
      let isZombie = Int32(found.kp_proc.p_stat) == SZOMB
      guard isFound, !isZombie else { return nil }
      let time = found.kp_proc.p_un.__p_starttime
      let microsecondsOfSecond: Int64 = 1_000_000
      return Int64(time.tv_sec) * microsecondsOfSecond + Int64(time.tv_usec)
    }
  #else
    /// When a process started, in clock ticks since the machine started; nil if it has ended, even
    /// if its parent has not noticed yet.
    ///
    /// Source of the rule: proc_pid_stat(5). A line such as `4177 (my (app)) S 1 …` has the state
    /// as the first field after the name, which may contain blanks and parentheses.
    static func start(of id: Int32) -> Int64? {
      guard let bytes = try? FileReading.disk().read("/proc/\(id)/stat") else { return nil }
      let line = String(decoding: bytes, as: UTF8.self)
      let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
      // Fields 3 and 22 of the line: the first two, id and name, were cut off.
      let stateIndex = 0
      let startIndex = 19
      guard fields.count > startIndex else { return nil }
      // A zombie, which its parent has not noticed yet, or dead.
      let hasEnded = ["Z", "X"].contains(fields[stateIndex])
      return hasEnded ? nil : Int64(fields[startIndex])
    }
  #endif
}

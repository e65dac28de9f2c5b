#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How this process is called in a session.
public enum ProcessName {
  /// The program's name and the process's number, such as `my-app 4177`.
  public static var own: String {
    let path = CommandLine.arguments.first ?? "app"
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return "\(name) \(getpid())"
  }
}

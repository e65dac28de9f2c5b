/// How this code was built.
public enum DebugBuild {
  /// Whether it was built for debugging.
  public static var isThisOne: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }
}

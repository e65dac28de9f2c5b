/// Whether flags under development may be seen (Flags: Development flags).
public struct DevelopmentGate: Hashable, Sendable {
  /// Whether the app was built for debugging.
  public var isDebugBuild: Bool
  /// Whether the app says that it is in development.
  public var isAppInDevelopment: Bool

  /// A gate, closed unless something opens it.
  public init(isDebugBuild: Bool = false, isAppInDevelopment: Bool = false) {
    self.isDebugBuild = isDebugBuild
    self.isAppInDevelopment = isAppInDevelopment
  }

  /// Whether developers are among themselves.
  public var isOpen: Bool { isDebugBuild || isAppInDevelopment }
}

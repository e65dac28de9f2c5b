import Foundation
public import VirgaSDK
public import VirgaSource

extension FeatureClient {
  /// Calls `FeatureClient.appDidBecomeActive()` whenever the app becomes active; that fetches
  /// recipes if the client's `fetchPolicy` says so.
  ///
  /// Ends when the token is cancelled, but not when it is only released.
  ///
  /// ```swift
  /// client.followAppActivity()
  /// ```
  ///
  /// The observation does not keep the client alive. Each system with app activity posts one of the
  /// notifications; on others, such as Linux, `appDidBecomeActive()` is never called.
  @discardableResult
  public func followAppActivity() -> ObserverToken {
    let observations = Self.activationNotifications.map { name in
      NotificationObservation(of: name) { [weak self] in self?.appDidBecomeActive() }
    }
    return ObserverToken {
      for observation in observations { observation.end() }
    }
  }

  /// The notifications that an app became active.
  ///
  /// By their names, because app extensions and other systems do not have the constants.
  private static var activationNotifications: [Notification.Name] {
    [
      "UIApplicationDidBecomeActiveNotification", "NSApplicationDidBecomeActiveNotification",
      "WKApplicationDidBecomeActiveNotification",
    ].map { Notification.Name(rawValue: $0) }
  }
}

/// An observation of a notification in this process, until it ends.
///
/// `@unchecked Sendable`: the token is only passed to the notification center, which any thread may
/// call.
struct NotificationObservation: @unchecked Sendable {
  private let token: any NSObjectProtocol

  /// Calls `action` at each notification called `name`, on whichever thread posts it.
  init(of name: Notification.Name, _ action: @escaping @Sendable () -> Void) {
    token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
      action()
    }
  }

  /// Ends the observation.
  func end() { NotificationCenter.default.removeObserver(token) }
}

import Foundation

/// An image of UIKit. The names that were asked for are kept, so that tests see when images are looked up.
public final class UIImage {
  private static let lock = NSLock()
  // Used only while `lock` is held.
  private nonisolated(unsafe) static var asked: [String] = []

  /// The names of the images looked up so far, in order.
  public static var lookups: [String] { lock.withLock { asked } }

  public var accessibilityIdentifier: String?

  /// Every image exists except those whose names begin with `missing`.
  public init?(named name: String, in bundle: Bundle, compatibleWith: String?) {
    Self.lock.withLock { Self.asked.append(name) }
    if name.hasPrefix("missing") { return nil }
  }
}

extension UIImage {
  public var encodableImageName: String { accessibilityIdentifier ?? "unknown-image" }
}

/// Every bundle translates the text `bundled`.
extension Array where Element == Bundle {
  public func getImage(named name: String) -> UIImage? {
    guard let bundle = first, let image = UIImage(named: name, in: bundle, compatibleWith: nil)
    else { return nil }
    image.accessibilityIdentifier = name
    return image
  }

  public func getImageNotNull(named name: String) -> UIImage {
    guard let image = getImage(named: name) else {
      fatalError("\(name): there is no image of this name")
    }
    return image
  }

  public func getString(named name: String) -> String? { name == "bundled" ? "Translated" : nil }
}

extension Dictionary {
  public func mapKeysNotNull<K1>(_ transform: (Key) -> K1?) -> [K1: Value] {
    mapEntriesNotNull(transform) { $0 }
  }

  public func mapValuesNotNull<V1>(_ transform: (Value) -> V1?) -> [Key: V1] {
    compactMapValues(transform)
  }

  public func mapEntriesNotNull<K1, V1>(
    _ keyTransform: (Key) -> K1?, _ valueTransform: (Value) -> V1?
  ) -> [K1: V1] {
    reduce(into: [:]) { result, entry in
      guard let key = keyTransform(entry.key), let value = valueTransform(entry.value) else {
        return
      }
      result[key] = value
    }
  }

  public func mergeWith(
    _ defaults: [Key: Value], _ valueMerger: ((Value, Value) -> Value)? = nil
  ) -> [Key: Value] {
    merging(defaults, uniquingKeysWith: valueMerger ?? { own, _ in own })
  }
}

extension Array {
  public func mapNotNull<ElementOfResult>(
    _ transform: (Element) throws -> ElementOfResult?
  ) rethrows -> [ElementOfResult] { try compactMap(transform) }
}

extension String {
  public func map<V>(_ transform: (Self) throws -> V?) rethrows -> V? { try transform(self) }
}

extension Variables {
  public func map<V>(_ transform: (Self) throws -> V) rethrows -> V { try transform(self) }
}

public import Foundation
public import VirgaSDK

#if canImport(UIKit)
  public import UIKit
#elseif canImport(AppKit)
  public import AppKit
#endif

/// Texts and images in an app's bundle; combine several bundles with `OrderedResources`.
///
/// ```swift
/// let client = FeatureClient(.init(resources: BundleResources(.main)))
/// ```
public struct BundleResources: ResourceLookup {
  // A bundle is not Sendable on all systems; its path finds it again.
  private let path: String

  /// The resources of `bundle`.
  public init(_ bundle: Bundle) { path = bundle.bundlePath }

  private var bundle: Bundle { Bundle(path: path) ?? .main }

  /// The text for `key` in a table, by default `Localizable`, in the user's language.
  public func text(_ key: String, table: String?) -> String? {
    let text = bundle.localizedString(forKey: key, value: Self.markOfMissingText, table: table)
    return text == Self.markOfMissingText ? nil : text
  }

  /// Whether the bundle has an image `name`, in an asset catalogue or as a file.
  public func hasImage(_ name: String) -> Bool {
    #if canImport(UIKit) || canImport(AppKit)
      return image(name) != nil
    #else
      return Self.imageExtensions.contains { bundle.path(forResource: name, ofType: $0) != nil }
    #endif
  }

  /// Returned by a bundle that has no text; never a real text.
  private static let markOfMissingText = "\u{0}"

  private static let imageExtensions = ["png", "jpg", "jpeg", "svg", "pdf", "webp", "gif"]
}

#if canImport(UIKit)
  extension BundleResources: ImageLookup {
    /// The image `name` in the bundle; nil if there is none.
    public func image(_ name: String) -> UIImage? {
      // The initializer with traits does not exist on watchOS.
      UIImage(named: name, in: bundle, with: nil)
    }
  }
#elseif canImport(AppKit)
  extension BundleResources: ImageLookup {
    /// The image `name` in the bundle; nil if there is none.
    public func image(_ name: String) -> NSImage? { bundle.image(forResource: name) }
  }
#endif

#if canImport(UIKit) || canImport(AppKit)
  public import VirgaSDK

  #if canImport(UIKit)
    public import UIKit

    /// An image as apps show it: `UIImage` here.
    public typealias PlatformImage = UIImage
  #elseif canImport(AppKit)
    public import AppKit

    /// An image as apps show it: `NSImage` here.
    public typealias PlatformImage = NSImage
  #endif

  /// Resources that give images themselves, besides their names.
  public protocol ImageLookup: ResourceLookup {
    /// The image called `name`; nil if there is no such image.
    func image(_ name: String) -> PlatformImage?
  }

  extension ResourceLookup {
    /// The image called `name`, or an empty one: what generated code gives, whose images are never nil.
    public func image(named name: String) -> PlatformImage {
      (self as? any ImageLookup)?.image(name) ?? PlatformImage()
    }
  }

  extension OrderedResources: ImageLookup {
    /// The image of the first lookup that gives one.
    public func image(_ name: String) -> PlatformImage? {
      for lookup in lookups {
        if let image = (lookup as? any ImageLookup)?.image(name) { return image }
      }
      return nil
    }
  }

  extension Variables {
    /// The image that the string `key` names; nil if the resources have no such image.
    ///
    /// ```swift
    /// let icon = variables.getImage("icon") ?? defaultIcon
    /// ```
    public func getImage(_ key: String) -> PlatformImage? { getString(key).flatMap(image) }

    /// The images of the list `key`, in order; what names no image is dropped.
    public func getImageList(_ key: String) -> [PlatformImage]? { getStringList(key)?.compactMap(image) }

    /// The images of the object `key`; what names no image is dropped.
    public func getImageMap(_ key: String) -> [String: PlatformImage]? { getStringMap(key)?.compactMapValues(image) }

    /// The same as ``getImage(_:)``, under the name that it has on Android.
    public func getDrawable(_ key: String) -> PlatformImage? { getImage(key) }

    /// The same as ``getImageList(_:)``.
    public func getDrawableList(_ key: String) -> [PlatformImage]? { getImageList(key) }

    /// The same as ``getImageMap(_:)``.
    public func getDrawableMap(_ key: String) -> [String: PlatformImage]? { getImageMap(key) }

    private func image(_ name: String) -> PlatformImage? { (resources as? any ImageLookup)?.image(name) }
  }
#endif
